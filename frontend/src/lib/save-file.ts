/** Hands a file that was fetched to the browser, as a download. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Only after the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
