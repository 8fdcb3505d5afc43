import type { MarkdownIt } from 'markdown-it'

/** `www.example.com` leads where people expect, as in GitHub's Markdown. Other bare words stay text: most are names of files. */
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
