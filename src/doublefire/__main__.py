"""`python -m doublefire`."""

from doublefire.cli import main

if __name__ == "__main__":
    main()
