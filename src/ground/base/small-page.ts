export interface SmallPage {
  title: string
  text: string
  /** Seconds until the page reloads; null: no reload. */
  refreshSeconds: number | null
}

export const smallPage = ({ title, text, refreshSeconds }: SmallPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshSeconds === null ? '' : `<meta http-equiv="refresh" content="${refreshSeconds}">\n`}<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { padding: 2rem; max-width: 28rem; overflow-wrap: anywhere }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0; opacity: .75 }
code { font-size: .9em }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`

export const SMALL_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
} as const

interface RequestedHead {
  method?: string | undefined
  headers: { accept?: string | undefined }
}

export const acceptsHtml = ({ method, headers }: RequestedHead): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html')
