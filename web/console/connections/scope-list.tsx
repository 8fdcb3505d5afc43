import { KeyRound } from 'lucide-react'
import { ScopeName } from './scope-name.tsx'

/** Requested scopes of an account, in the provider's own words. */
export const ScopeList = ({ title, scopes }: { title: string; scopes: readonly string[] }) => (
  <section aria-label={title} className="flex flex-col gap-2 text-14">
    <h2 className="font-medium">{title}</h2>
    <ul className="flex max-h-48 flex-col gap-1.5 overflow-y-auto">
      {scopes.map((scope) => (
        <li key={scope} className="flex gap-2.5">
          <KeyRound aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
          <span className="min-w-0">
            <ScopeName scope={scope} />
          </span>
        </li>
      ))}
    </ul>
  </section>
)
