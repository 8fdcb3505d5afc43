import { connections } from './messages.ts'

const { scopeWords } = connections

/** A scope in words where every provider means the same by it, else as the provider writes it. */
export const ScopeName = ({ scope }: { scope: string }) =>
  Object.hasOwn(scopeWords, scope) ? (
    <span title={scope}>{scopeWords[scope]}</span>
  ) : (
    <code className="font-mono break-all">{scope}</code>
  )
