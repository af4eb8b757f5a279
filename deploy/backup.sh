#!/bin/sh
# Puts a backup of the games into a folder, while the server runs: backup.sh FOLDER
# The database is the one that ROWLOCK_DATABASE names. Prints the name of the file; half a backup never has it.
set -eu
umask 077
folder=${1:?a folder for the backup}
database=${ROWLOCK_DATABASE:?which database}
name="$folder/rowlock-$(date -u +%Y%m%dT%H%M%SZ)"
case $database in
postgresql://* | postgres://*)
    file="$name.dump"
    pg_dump --format=custom --no-owner --file="$file.part" "$database"
    ;;
*)
    file="$name.db"
    path=${database#sqlite:///}
    [ -f "$path" ] || { echo "there is no database $path" >&2; exit 1; }
    # Everything that is committed, the log beside the file included.
    sqlite3 -bail -cmd '.timeout 10000' "$path" ".backup '$file.part'"
    [ "$(sqlite3 "$file.part" 'PRAGMA integrity_check')" = ok ]
    ;;
esac
mv "$file.part" "$file"
echo "$file"
