# Reads order.txt. Sets row[FOLDER], offered[HEADER] = its row, and uses[FOLDER], a list of folders
# and headers with a blank on either side of each.

function folder_of(path) { return sub(/\/[^\/]*$/, "", path) ? path : "" }

function row_of(path) { # of the nearest folder above a file
    path = folder_of(path)
    while (path != "" && !(path in row))
        path = folder_of(path)
    return path
}

function lists(list, item) { return index(list, " " item " ") > 0 }

function read_order(file,   line, column, name, headers, used, n, i) {
    while ((getline line < file) > 0) {
        if (line ~ /^#/ || line !~ /:/)
            continue
        split(line, column, ":")
        name = column[1]
        gsub(/ /, "", name)
        row[name] = 1
        n = split(column[2], headers, " ")
        for (i = 1; i <= n; i++)
            offered[headers[i] ~ /^analyzer\// ? headers[i] : name "/" headers[i]] = name
        if (lists(" " column[2] " ", "*"))
            offers_all[name] = 1
        uses[name] = " "
        n = split(column[3], used, " ")
        for (i = 1; i <= n; i++) {
            if (sub(/\+$/, "", used[i]))
                uses[name] = uses[name] uses[used[i]]
            if (used[i] !~ /\.h$|\(\)$/ && !(used[i] in row))
                print file ": " name " uses " used[i] ", which has no row above it"
            uses[name] = uses[name] used[i] " "
        }
    }
    close(file)
}

# A header that a row offers from another folder, such as analyzer/ir.h, belongs to that row, and so
# do its functions; others to the row of their folder.
function owner_of(header) { return header in offered ? offered[header] : row_of(header) }

function may_call(from, source,   header) {
    header = source
    sub(/c$/, "h", header)
    return row_of(source) == from || lists(uses[from], row_of(source)) ||
           lists(uses[from], row_of(source) "()") || lists(uses[from], owner_of(header))
}

function may_include(from, header,   to) {
    to = owner_of(header)
    return to == from || row_of(header) == from || lists(uses[from], header) ||
           (lists(uses[from], to) && (header in offered || to in offers_all))
}
