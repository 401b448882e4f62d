"""The rules, a module a chapter or section of the rulebook: what is asked, offered, shown, claimed, checked and done."""
