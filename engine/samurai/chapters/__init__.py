"""The rules of Samurai, a module a chapter: what is decided in it has its question, answers and rule in one room."""
