export interface ChatFileLink {
  text: string
  index: number
  /** `https://host`; empty for a relative link. */
  origin: string
  /** Path without query. Behind a gateway it begins with `/b/<hub>`. */
  path: string
  chatId: string
  filename: string
}

/** Encodes `! ' ( ) *`, too, which would end a link in Markdown or an HTML attribute. */
export const chatFilePath = (hubPath: string, segment: string, filename: string): string =>
  `${hubPath}/artifacts/${encodePathPart(segment)}/${encodePathPart(filename)}`

/** A slash can only come from `%2F` that was decoded twice, because file names contain no slash. */
export const chatFileName = (decodedPart: string): string => decodedPart.replaceAll('/', '%2F')

export const encodePathPart = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Also matches links of earlier releases with `( ) ' ! *` in a name, and links whose characters a model decoded or
 * escaped.
 */
const LINK =
  /(https?:\/\/[^\s/()<>"']+)?((?:\/b\/[^\s/()<>"'?]+)?\/artifacts\/([^\s/()<>"'?#]+)\/([^\s/<>"?#]+))\?((?:[\w%=&;~+.-]|\\[_~.-])*[\w%=~-])/g

/** The parameter `t`, the signature of the link, follows `&`, or the `;` of `&amp;` in HTML. */
const SIGNED = /(?:^|[&;])t(?:=|%3D)/i

export const findChatFileLinks = (text: string): ChatFileLink[] =>
  [...text.matchAll(LINK)].flatMap((match) => linkOf(match) ?? [])

/** Also removes signatures from text that resembles a link. */
export function replaceChatFileLinks(text: string, replacement: (link: ChatFileLink) => string): string {
  const replaced = text.replace(LINK, (...match) => {
    const link = linkOf(Object.assign(match.slice(0, 6) as string[], { index: Number(match[6]) }))
    return link === null ? match[0] : replacement(link)
  })
  return replaced.replace(SIGNATURE, '').replace(ESCAPED_SIGNATURE, '$1')
}

/**
 * A signature of 43 characters, in base64url. Also matches in links that a model has rewritten, which `LINK` does not
 * match.
 */
const SIGNATURE = /(?:[?&]|&amp;|%3F|%26|\\u0026)\\?t(?:=|%3D)(?:\\?[\w-]){43}(?![\w-])/gi

/**
 * Matches links whose `?t=` is escaped in a way that other programs decode: percent-encoding (`%74=`), HTML entities
 * (`&equals;`) and JSON escapes.
 */
const ESCAPED_SIGNATURE =
  /(\/artifacts\/\S{1,2000}?)(?:=|%3D|&equals;|&#0*61;|&#x0*3d;|\\u003d)(?:\\?[\w-]){43}(?![\w-])/gi

function linkOf(match: readonly string[] & { index: number }): ChatFileLink | null {
  const [text, origin = '', path, segment, name, query] = match
  if (!SIGNED.test(query!)) return null
  const [chatId, filename] = [decoded(segment!), decoded(name!)]
  return chatId === null || filename === null
    ? null
    : { text: text!, index: match.index, origin, path: path!, chatId, filename: chatFileName(filename) }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
  } catch {
    return null
  }
}
