import type { MarkdownIt } from 'markdown-it'

/** Names without a scheme stay text unless they begin with `www.`, because most are file names. */
export function addresses(parser: MarkdownIt): void {
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  parser.linkify.add('www.', {
    validate(text, pos, { re }) {
      const rest = re.get_relative_proto_validator()
      rest.lastIndex = pos
      return rest.exec(text)?.[0].length ?? 0
    },
    normalize(match) {
      match.url = `http://${match.url}`
    },
  })
}
