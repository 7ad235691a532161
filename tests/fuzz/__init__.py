"""Coverage-guided fuzzing of whatever strangers can send: ``python -m tests.fuzz TARGET --seconds 60``.

Each target has a module with ``run(data)``, which raises if an input does harm, and ``mutate(data, chooser)``, which
knows the grammar of its inputs. `targets` lists them, `child` is the process that fuzzes, `__main__` the command.
"""
