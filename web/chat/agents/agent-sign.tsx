import { useQuery } from '@tanstack/react-query'
import { cx } from '../../ui/cx.ts'
import { agentsQuery, type Agent } from '../api/agents.ts'
import { hueOf, signHues } from './sign-hues.ts'

/** Initials on a colour that differs from the colours of the person's other agents. */
export function AgentSign({ id, name, className }: { id: string; name: string; className: string }) {
  const { data: hues } = useQuery({ ...agentsQuery, enabled: false, select: huesOf })
  return (
    <span
      aria-hidden
      style={{ backgroundColor: `oklch(var(--sign-tone) ${hues?.get(id) ?? hueOf(id)})` }}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-m font-semibold text-on-accent select-none',
        className,
      )}
    >
      {initialsOf(name || id)}
    </span>
  )
}

const huesOf = (agents: readonly Agent[]) => signHues(agents.map(({ id }) => id))

const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase()
