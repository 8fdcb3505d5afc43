import { connections } from './messages.ts'

const scopeWords: Readonly<Partial<Record<string, string>>> = connections.scopeWords

export const ScopeName = ({ scope }: { scope: string }) =>
  Object.hasOwn(scopeWords, scope) ? (
    <span title={scope}>{scopeWords[scope]}</span>
  ) : (
    <code className="font-mono break-all">{scope}</code>
  )
