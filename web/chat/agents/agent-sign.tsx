import { cx } from '../../ui/cx.ts'

/** Initials on a colour that depends on the agent's id only, so that the sign stays after a change of name. */
export const AgentSign = ({ id, name, className }: { id: string; name: string; className: string }) => (
  <span
    aria-hidden
    style={{ backgroundColor: `oklch(var(--sign-tone) ${hueOf(id)})` }}
    className={cx(
      'inline-flex shrink-0 items-center justify-center rounded-m font-semibold text-on-accent select-none',
      className,
    )}
  >
    {initialsOf(name || id)}
  </span>
)

/** Multiples of the golden angle are far apart, so agents get distinct hues. */
const hueOf = (id: string): number =>
  ([...id].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 9973, 7) * 137) % 360

const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase()
