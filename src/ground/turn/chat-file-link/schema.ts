/** A signed link to a chat file, as a text contains it. */
export interface ChatFileLink {
  /** The link as it is written in the text. */
  text: string
  /** Position in the text. */
  index: number
  /** `https://host` before the path; empty for a root-relative link. */
  origin: string
  /** The path without origin and query. Behind a gateway it begins with `/b/<hub>`. */
  path: string
  /** The chat, decoded. */
  chatId: string
  /** The file's name, decoded. */
  filename: string
}

/**
 * The path of a chat file. `encodeURIComponent` leaves `! ' ( ) * ~` as they are. The first five end a link in Markdown or in
 * HTML attributes, so they are percent-encoded too: a link contains no bracket, quote, asterisk or blank.
 */
export const chatFilePath = (hubPath: string, segment: string, filename: string): string =>
  `${hubPath}/artifacts/${encodePathPart(segment)}/${encodePathPart(filename)}`

/**
 * The name of a chat file from a decoded part of a path. No name contains a slash: a slash means that the link was decoded once
 * before, and that the file's name contains `%2F`.
 */
export const chatFileName = (decodedPart: string): string => decodedPart.replaceAll('/', '%2F')

/** Percent-encodes one part of a path for use in links of texts. */
export const encodePathPart = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * Besides links of `chatFilePath` this matches links that earlier releases wrote (with `( ) ' ! *` in a name), and links that a model
 * copied with decoded characters or with backslashes before punctuation. White space ends a link.
 */
const LINK =
  /(https?:\/\/[^\s/()<>"']+)?((?:\/b\/[^\s/()<>"'?]+)?\/artifacts\/([^\s/()<>"'?#]+)\/([^\s/<>"?#]+))\?((?:[\w%=&;~+.-]|\\[_~.-])*[\w%=~-])/g

/** A query that holds a signature. In HTML `&` is written `&amp;`. */
const SIGNED = /(?:^|[&;])t(?:=|%3D)/i

/** The signed links to chat files in a text, in order. Links with invalid percent-encoding are left out. */
export const findChatFileLinks = (text: string): ChatFileLink[] =>
  [...text.matchAll(LINK)].flatMap((match) => linkOf(match) ?? [])

/** Replaces each signed link to a chat file, and removes signatures from text that looks like a part of such a link. */
export function replaceChatFileLinks(text: string, replacement: (link: ChatFileLink) => string): string {
  const replaced = text.replace(LINK, (...match) => {
    const link = linkOf(Object.assign(match.slice(0, 6) as string[], { index: Number(match[6]) }))
    return link === null ? match[0] : replacement(link)
  })
  return replaced.replace(SIGNATURE, '').replace(ESCAPED_SIGNATURE, '$1')
}

/**
 * The signature alone: 43 characters of base64url. A model may have written the link before it in a form that `LINK` does not match,
 * for example with blanks in the file's name.
 */
const SIGNATURE = /(?:[?&]|&amp;|%3F|%26|\\u0026)\\?t(?:=|%3D)(?:\\?[\w-]){43}(?![\w-])/gi

/**
 * A signature behind the path of a chat file, however its `?t=` is escaped: by percent-encoding (`%74=`), or by entities of HTML
 * and escapes of JSON (`?&#116;=`, `&equals;`), which a reader of the text decodes.
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
