const MAX_TAG_CHARS = 100

export const tagId = (name: string): string => name.toLowerCase().replaceAll(' ', '_')

export function readTagNames(tags: unknown): string[] {
  if (!Array.isArray(tags)) return []
  const byId = new Map<string, string>()
  for (const tag of tags as unknown[]) {
    if (typeof tag !== 'string' || tag.trim() === '' || tag.length > MAX_TAG_CHARS) continue
    if (!byId.has(tagId(tag))) byId.set(tagId(tag), tag)
  }
  return [...byId.values()]
}
