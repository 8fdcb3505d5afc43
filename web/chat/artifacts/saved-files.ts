/** A file that the agent saved and named in its answer. */
export interface SavedFile {
  /** The chat as it stands in the link. */
  chatId: string
  filename: string
  /** Where it opens, on this site. */
  href: string
}

/** Behind a gateway a Hub's files are below `/b/<hub>`. */
const LINK =
  /(https?:\/\/[^\s/()<>"']+)?(?:\/b\/[^\s/()<>"'?]+)?\/artifacts\/([^\s/()<>"'?]+)\/([^\s/()<>"'?]+)\?t=[^\s()<>"'\]]+/g

/**
 * The files an answer links to, each once, in order; the last link to a file counts. Links to other sites are none.
 *
 * @param origin This site.
 */
export function savedFiles(answer: string, origin: string): SavedFile[] {
  const files = new Map<string, SavedFile>()
  for (const [href, site, chat, name] of answer.matchAll(LINK)) {
    if (site !== undefined && site !== origin) continue
    const [chatId, filename] = [decoded(chat!), decoded(name!)]
    if (chatId === null || filename === null) continue
    const key = JSON.stringify([chatId, filename])
    files.set(key, { chatId, filename, href: href.slice(site?.length ?? 0) })
  }
  return [...files.values()]
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
