// What the program `archive` says about itself.

export const ARCHIVE_USAGE = `\
Usage: payment-orders archive make --month <2026-01> [--to <folder>] [--leave-open]
                                   [--json]
       payment-orders archive list [--to <folder>] [--json]
       payment-orders archive show <file> [trade|order|line <id>] [--open]
       payment-orders archive verify <file> [--public-key <key>]... [--json]
       payment-orders archive verify <folder> [--database] [--public-key <key>]... [--json]
       payment-orders archive compare <file> [--public-key <key>]... [--json]
       payment-orders archive note <file> [--public-key <key>]... [--json]
       payment-orders archive remove <file|month> (--copy <file> | --copy-hash <sha256>)
                                   --public-key <key>... [--json]

make    writes everything of a closed month into a signed file of its own, while the
        service works. Nothing is removed from the database. Runs on the machine of the
        service, with the same settings in the environment. The folder is --to, or
        ARCHIVE_DIR.
        --leave-open: also if trades of the month may still change; they are left out
list    the archives in the folder
show    what a file is, or, as lines of JSON, everything that it has about a trade, an
        order or a bank line. --open decrypts with ENCRYPTION_KEY.
verify  the signature, every hash, the signed proofs and the chain of every book, from
        the file alone. Give the public key of the proofs as you were told it: without
        it, only the key that the file itself tells can be used. A folder: each of its
        archives, and that together they are one history, without a month missing.
        --database: and that the database has their proofs, and goes on from the last of
        them to now. Runs where make runs.
compare verifies the file, and then compares each of its records with the database: what
        has changed since, what is gone, and what came between. Runs where make runs.
note    compares, and then notes in the database that this file is the archive of its
        month, with what was moved in it: month by month, from the first on. Nothing is
        removed. Runs where make runs.
remove  the oldest noted month that is still there. Shows what would go and what stays,
        and keeps this plan; owners allow it with "payment-orders removals allow". Then
        the same command carries it out: it compares each row with the file, and removes
        what is equal. The copy is a second file on other storage, or its hash as you were
        told it. A month is looked for in ARCHIVE_DIR, or --to. Runs where make runs, with
        MIGRATION_DATABASE_URL: as the role that owns the tables.

Examples:
  $ payment-orders archive make --month 2026-01 --to /archives
  $ payment-orders archive verify /archives/archive-2026-01.jsonl.gz --public-key KEY
  $ payment-orders archive verify /archives --database --public-key KEY
  $ payment-orders archive show /archives/archive-2026-01.jsonl.gz order ORD-17
  $ payment-orders archive remove 2026-01 --copy /far/archive-2026-01.jsonl.gz --public-key KEY

Exit codes:
  0  done
  1  not done, or the file is not right: the message says why
  2  wrong usage
`;
