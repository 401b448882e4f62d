"""Asking one's own router to open a port: PCP, NAT-PMP, UPnP; and a keeper that renews it and gives it back."""
