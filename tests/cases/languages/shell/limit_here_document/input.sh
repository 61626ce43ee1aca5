cat <<END
plain text of a document
END
