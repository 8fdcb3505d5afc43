export function downloadText(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After 10 seconds, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
