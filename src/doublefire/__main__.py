"""`python -m doublefire`. Processes that read import this module too, and need no command line."""

if __name__ == "__main__":
    from doublefire.cli import main

    main()
