#!/bin/sh
# Puts the games of a backup back: restore.sh FILE. Stop the server before.
# The database is the one that ROWLOCK_DATABASE names; what is in it now is replaced.
set -eu
umask 077
file=${1:?the file of a backup}
database=${ROWLOCK_DATABASE:?which database}
case $database in
postgresql://* | postgres://*)
    # All or nothing.
    pg_restore --single-transaction --exit-on-error --no-owner --clean --if-exists --dbname="$database" "$file"
    ;;
*)
    path=${database#sqlite:///}
    [ "$(sqlite3 "$file" 'PRAGMA integrity_check')" = ok ]
    [ ! -f "$path" ] || cp -p "$path" "$path.part" # so that it belongs to whom it did, whoever restores it
    cat "$file" >"$path.part"
    rm -f "$path-wal" "$path-shm" # they belong to the old file
    mv "$path.part" "$path"
    ;;
esac
