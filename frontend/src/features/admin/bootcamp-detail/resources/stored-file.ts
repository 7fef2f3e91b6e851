/** Where a file goes before it becomes a resource. */

interface StoredFile {
  /** The address it lies at; empty while nothing takes files in. */
  url: string
  fileName: string
  fileSize: number
}

/**
 * Nothing stores files yet, so none leaves the browser and there is no address to name: the server
 * refuses the resource, and its reason is what the dialog shows.
 */
export function storeFile(file: File): Promise<StoredFile> {
  return Promise.resolve({ url: '', fileName: file.name, fileSize: file.size })
}
