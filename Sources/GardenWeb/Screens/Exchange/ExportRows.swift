import Garden

/// What the garden can be taken out as: links that save a file.
enum ExportRows {
    static var html: HTML {
        section(.labelledBy("export")) {
            h2(.class("group"), .id("export")) { "Export" }
            ul(.class("rows")) {
                for format in ExportFormat.allCases {
                    li {
                        // Where there is no file, the browser says so and stays on this page.
                        link(.class("row"), .href(.export(format)), .flag("download")) {
                            span(.class("grow")) { format.label }
                            span(.class("count")) { format.fileExtension.uppercased() }
                        }
                    }
                }
            }
        }
    }
}
