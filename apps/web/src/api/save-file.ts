/** Hands a file to the person: the browser saves it under this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click has been taken over by then; keeping the URL would keep the content in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
