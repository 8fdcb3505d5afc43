import { pdfThatActs } from './acting-pdf.ts'

export interface Kind {
  filename: string
  declared?: string
  content: string | Uint8Array<ArrayBuffer>
  served: 'html' | 'svg' | 'xml' | 'text' | 'image/gif' | 'image/png' | 'application/pdf' | 'download'
}

/** `OUT` is an address of another site. Scripts that run log `ran <origin>`. */
const ATTACK = `<script>console.log('ran ' + self.origin);fetch('http://OUT/')</script><img src="http://OUT/a.gif"><link rel="preconnect" href="http://OUT/">`
const HTML = `<!doctype html><html><body>${ATTACK}</body></html>`
const SVG_ATTACKS = `<script>console.log('ran ' + self.origin)</script><image href="http://OUT/a.gif"/><use href="http://OUT/a.svg#x"/><foreignObject width="99" height="99"><body xmlns="http://www.w3.org/1999/xhtml"><img src="http://OUT/a.gif"/><link rel="preconnect" href="http://OUT/"/><iframe src="http://OUT/"></iframe><script>console.log('ran ' + self.origin)</script><meta http-equiv="refresh" content="0;url=http://OUT/"/></body></foreignObject>`
const UTF16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
const GIF = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const bytes = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))

export const kinds = (out: string): Kind[] =>
  KINDS.map((kind) => ({
    ...kind,
    content: typeof kind.content === 'string' ? kind.content.replaceAll('OUT', out) : kind.content,
  })).concat([
    { filename: 'acting.pdf', content: pdfThatActs(`http://${out}/`), served: 'application/pdf' },
    { filename: 'bom-utf16.html', content: UTF16(HTML.replaceAll('OUT', out)), served: 'html' },
    { filename: 'bom-utf16.txt', content: UTF16(HTML.replaceAll('OUT', out)), served: 'text' },
  ])

const KINDS: readonly Kind[] = [
  {
    filename: 'script.svg',
    content: `<svg xmlns="http://www.w3.org/2000/svg" onload="console.log('ran ' + self.origin)">${SVG_ATTACKS}</svg>`,
    served: 'svg',
  },
  {
    filename: 'style.svg',
    content: `<?xml-stylesheet href="http://OUT/a.css"?><svg xmlns="http://www.w3.org/2000/svg"><style>@import url(http://OUT/b.css); rect { fill: url(http://OUT/c.svg#x) }</style><rect width="9" height="9"/></svg>`,
    served: 'svg',
  },
  {
    filename: 'entity.svg',
    content: `<!DOCTYPE svg [<!ENTITY % x SYSTEM "http://OUT/x.dtd"> %x; <!ENTITY y SYSTEM "http://OUT/y">]><svg xmlns="http://www.w3.org/2000/svg"><text>&y;</text></svg>`,
    served: 'svg',
  },
  {
    filename: 'page.xhtml',
    content: `<html xmlns="http://www.w3.org/1999/xhtml"><body>${SVG_ATTACKS}</body></html>`,
    served: 'html',
  },
  { filename: 'page.bin', declared: 'application/xhtml+xml', content: HTML, served: 'html' },
  {
    filename: 'style.xml',
    content: `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="http://OUT/a.xsl"?><a/>`,
    served: 'xml',
  },
  {
    filename: 'style-inside.xml',
    content: `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><xsl:stylesheet id="s" version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body>${ATTACK.replace('">', '"/>').replace('/a.gif">', '/a.gif"/>')}</body></html></xsl:template></xsl:stylesheet>`,
    served: 'xml',
  },
  {
    filename: 'html-inside.xml',
    content: `<a><script xmlns="http://www.w3.org/1999/xhtml">console.log('ran ' + self.origin)</script><img xmlns="http://www.w3.org/1999/xhtml" src="http://OUT/a.gif"/></a>`,
    served: 'xml',
  },
  {
    filename: 'feed.rss',
    declared: 'application/rss+xml',
    content: `<rss><script xmlns="http://www.w3.org/1999/xhtml">console.log('ran ' + self.origin)</script></rss>`,
    served: 'xml',
  },
  {
    filename: 'formula.mml',
    declared: 'application/mathml+xml',
    content: `<math xmlns="http://www.w3.org/1998/Math/MathML"><maction actiontype="statusline" href="javascript:console.log('ran')"><mi>x</mi></maction><script xmlns="http://www.w3.org/1999/xhtml">console.log('ran ' + self.origin)</script></math>`,
    served: 'xml',
  },
  { filename: 'html.txt', content: HTML, served: 'text' },
  { filename: 'html.md', content: HTML, served: 'text' },
  { filename: 'html.csv', content: HTML, served: 'text' },
  { filename: 'html.css', content: HTML, served: 'text' },
  { filename: 'html.json', content: HTML, served: 'text' },
  { filename: 'jsonp.json', content: `alert(1)//{"a":1}`, served: 'text' },
  { filename: 'script.js', content: `console.log('ran ' + self.origin)`, served: 'text' },
  { filename: 'module.mjs', content: `console.log('ran ' + self.origin)`, served: 'text' },
  {
    filename: 'declared.js',
    declared: 'application/ecmascript',
    content: `console.log('ran ' + self.origin)`,
    served: 'text',
  },
  { filename: 'html.png', content: HTML, served: 'image/png' },
  { filename: 'html.gif', content: HTML, served: 'image/gif' },
  {
    filename: 'polyglot.gif',
    content: bytes('GIF89a/*', Buffer.from(GIF, 'base64').subarray(8), `*/=1;console.log('ran')`),
    served: 'image/gif',
  },
  { filename: 'polyglot.pdf', content: `%PDF-1.4\n${HTML}`, served: 'application/pdf' },
  { filename: 'polyglot.zip', content: `PK\u0003\u0004${HTML}`, served: 'download' },
  { filename: 'nothing', content: HTML, served: 'download' },
  {
    filename: 'utf7.txt',
    declared: 'text/html; charset=utf-7',
    content: `+ADw-script+AD4-console.log('ran')+ADw-/script+AD4-`,
    served: 'html',
  },
  {
    filename: 'parameters.bin',
    declared: 'text/plain; charset=x; boundary="a;b"',
    content: HTML,
    served: 'text',
  },
  { filename: 'long.bin', declared: `text/${'x'.repeat(1000)}`, content: HTML, served: 'download' },
  { filename: 'odd.bin', declared: 'text/html,text/plain', content: HTML, served: 'download' },
  { filename: 'case.bin', declared: 'TEXT/HTML', content: HTML, served: 'html' },
  {
    filename: 'page.mhtml',
    content: `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n${HTML}\r\n--b--`,
    served: 'download',
  },
  { filename: 'mail.eml', content: `Content-Type: text/html\r\n\r\n${HTML}`, served: 'download' },
  {
    filename: 'parts.bin',
    declared: 'multipart/x-mixed-replace; boundary=b',
    content: `--b\r\nContent-Type: text/html\r\n\r\n${HTML}\r\n--b`,
    served: 'download',
  },
  { filename: 'app.hta', content: HTML, served: 'download' },
  { filename: 'movie.swf', content: `FWS${HTML}`, served: 'download' },
  { filename: 'go.url', content: '[InternetShortcut]\nURL=http://OUT/', served: 'download' },
  { filename: 'app.wasm', content: '\0asm', served: 'download' },
  { filename: 'app.webmanifest', content: '{"start_url":"http://OUT/"}', served: 'text' },
  {
    filename: 'cache.appcache',
    declared: 'text/cache-manifest',
    content: 'CACHE MANIFEST\nhttp://OUT/',
    served: 'text',
  },
  { filename: 'track.vtt', content: `WEBVTT\n\n00:00.000 --> 00:01.000\n${ATTACK}`, served: 'text' },
  { filename: 'list.m3u8', content: '#EXTM3U\nhttp://OUT/a.ts', served: 'download' },
]
