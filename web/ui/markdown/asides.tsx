import { CircleAlert, Info, Lightbulb, OctagonAlert, SquareCheck, Square, TriangleAlert } from 'lucide-react'
import { markdownMessages as texts } from './messages.ts'
import type { Alert } from './syntax/tasks-and-alerts.ts'

const ICONS = {
  note: Info,
  tip: Lightbulb,
  important: CircleAlert,
  warning: TriangleAlert,
  caution: OctagonAlert,
} satisfies Record<Alert, unknown>

export function AlertTitle({ kind }: { kind: string }) {
  const Icon = ICONS[kind as Alert]
  return (
    <p className="alert-title">
      <Icon aria-hidden />
      {texts.alerts[kind as Alert]}
    </p>
  )
}

export function TaskBox({ done }: { done: boolean }) {
  const Icon = done ? SquareCheck : Square
  return (
    <span role="img" aria-label={done ? texts.done : texts.open} className={done ? 'task-done' : undefined}>
      <Icon aria-hidden />
    </span>
  )
}

export const noteId = (scope: string, label: string) => `${scope}note-${label.toLowerCase()}`
const markId = (scope: string, label: string) => `${scope}mark-${label.toLowerCase()}`

export const FootnoteMark = ({ scope, label }: { scope: string; label: string }) => (
  <sup>
    <button
      type="button"
      id={markId(scope, label)}
      aria-label={texts.footnote(label)}
      onClick={() => goTo(noteId(scope, label))}
    >
      {label}
    </button>
  </sup>
)

export const FootnoteLabel = ({ scope, label }: { scope: string; label: string }) => (
  <button type="button" aria-label={texts.backToMark(label)} onClick={() => goTo(markId(scope, label))}>
    {label}
  </button>
)

function goTo(id: string): void {
  const element = document.getElementById(id)
  element?.scrollIntoView({ block: 'nearest' })
  element?.focus({ preventScroll: true })
}
