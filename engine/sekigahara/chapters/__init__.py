"""The rules, a module a section of the rulebook: what is asked, offered, shown, claimed, checked, done."""
