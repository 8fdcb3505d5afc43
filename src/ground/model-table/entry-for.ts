/**
 * A similar name of another model does not match, because a wrong price is worse than no price.
 * @param names `<provider>/<model>`.
 */
export function entryFor(names: ReadonlySet<string>, model: string): string | null {
  if (names.has(model)) return model
  let bare = model
  for (let shorter = bare.replace(VERSION, ''); shorter !== bare; shorter = bare.replace(VERSION, '')) {
    bare = shorter
    if (names.has(bare)) return bare
  }
  const patterns = [...names].filter((name) => name.endsWith('*') && model.startsWith(name.slice(0, -1)))
  return patterns.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Such as `-2025-04-14`, `-20250514`, `@20250514`, `-1106`, `-001`, `-05-06`, `-latest`, `-preview`, `-exp`. */
const VERSION = /[-@:](?:\d{4}-\d{2}-\d{2}|\d{2}-\d{4}|\d{2}-\d{2}|\d{8}|\d{6}|\d{3,4}|latest|preview|exp)$/
