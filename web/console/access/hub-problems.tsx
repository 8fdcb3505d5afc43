import { useState, type ReactNode } from 'react'
import type { ManagedHub } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { hubs } from './messages.ts'

const SHOWN = 5

interface HubProblemsProps extends Pick<ManagedHub, 'problems'> {
  title: string
  actions?: ReactNode
}

export function HubProblems({ problems, title, actions }: HubProblemsProps) {
  const [all, setAll] = useState(false)
  if (problems.length === 0) return null
  const shown = all ? problems : problems.slice(0, SHOWN)
  return (
    <Notice kind="attention" title={title} actions={actions}>
      <ProblemList problems={shown} />
      {shown.length < problems.length && (
        <Button look="link" onClick={() => setAll(true)}>
          {hubs.allProblems(problems.length - shown.length)}
        </Button>
      )}
    </Notice>
  )
}

export const ProblemList = ({ problems }: Pick<ManagedHub, 'problems'>) => (
  <ul className="flex flex-col gap-1 text-13">
    {problems.map(({ file, line, column, message }) => (
      <li key={`${file}:${line}:${column}:${message}`} className="flex flex-wrap gap-x-2">
        <code className="min-w-0 font-mono break-all text-text">
          {line === null ? file : `${file}:${line}`}
        </code>
        <span className="min-w-0 break-words">{message}</span>
      </li>
    ))}
  </ul>
)
