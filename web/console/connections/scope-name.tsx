import { connections } from './messages.ts'

const { scopeWords } = connections

/** Description of a standard scope, else the scope itself. */
export const ScopeName = ({ scope }: { scope: string }) =>
  Object.hasOwn(scopeWords, scope) ? (
    <span title={scope}>{scopeWords[scope]}</span>
  ) : (
    <code className="font-mono break-all">{scope}</code>
  )
