import type { MarkdownIt, Token } from 'markdown-it'

export const ALERTS = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type Alert = (typeof ALERTS)[number]

const ALERT = new RegExp(`^\\[!(${ALERTS.join('|')})\\]$`, 'i')
const TASK = /^\[([ x])\] /i

export function tasksAndAlerts(parser: MarkdownIt): void {
  parser.core.ruler.after('inline', 'tasks_and_alerts', ({ tokens, Token: New }) => {
    tokens.forEach((paragraph, at) => {
      const container = tokens[at - 1]
      const inline = tokens[at + 1]
      if (paragraph.type !== 'paragraph_open' || inline?.type !== 'inline') return
      if (container?.type === 'list_item_open') markTask(container, inline, new New('task', 'input', 0))
      if (container?.type === 'blockquote_open') markAlert(container, inline)
    })
  })
}

function markTask(item: Token, { children }: Token, box: Token): void {
  const first = children?.[0]
  const [sign, done] = (first?.type === 'text' && TASK.exec(first.content)) || []
  if (!first || !sign) return
  first.content = first.content.slice(sign.length)
  box.info = done === ' ' ? '' : 'done'
  children.unshift(box)
  item.info = 'task'
}

function markAlert(quote: Token, { children }: Token): void {
  const first = children?.[0]
  const [, kind] = (first?.type === 'text' && ALERT.exec(first.content)) || []
  const isAlone = !children?.[1] || children[1].type === 'softbreak' || children[1].type === 'hardbreak'
  if (!kind || !isAlone) return
  quote.info = kind.toLowerCase()
  children!.splice(0, 2)
}
