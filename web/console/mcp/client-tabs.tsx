import { Tabs } from 'radix-ui'
import { CodeSample } from '../../ui/code-sample.tsx'
import { useHiddenSides } from '../../ui/hidden-sides.ts'
import { common } from '../kit/messages.ts'
import { mcp } from './messages.ts'
import type { McpClient } from './clients.ts'

export interface ClientTabsProps {
  clients: readonly McpClient[]
  chosen: McpClient
  onChoose(id: string): void
}

export function ClientTabs({ clients, chosen, onChoose }: ClientTabsProps) {
  const { scroller, hidden, onScroll } = useHiddenSides<HTMLDivElement>()
  return (
    <section aria-labelledby="mcp-clients" className="flex flex-col gap-2">
      <h2 id="mcp-clients" className="text-16 font-semibold">
        {mcp.clientsTitle}
      </h2>
      <Tabs.Root value={chosen.id} onValueChange={onChoose} className="flex flex-col gap-3">
        <Tabs.List
          ref={scroller}
          aria-label={mcp.clientsTitle}
          data-hidden={hidden}
          onScroll={onScroll}
          className="fades-sides flex gap-1 overflow-x-auto border-b border-line"
        >
          {clients.map(({ id, name }) => (
            <Tabs.Trigger
              key={id}
              value={id}
              className="min-h-10 shrink-0 pointer-coarse:min-h-hit border-b-2 border-transparent px-3 font-medium text-muted -outline-offset-2 hover:text-text data-[state=active]:border-accent-text data-[state=active]:text-text"
            >
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {clients.map(({ id, name, where, lines }) => (
          <Tabs.Content key={id} value={id} className="flex flex-col gap-2">
            <p className="text-13 text-muted">{where}</p>
            <CodeSample
              label={mcp.linesFor(name)}
              text={lines}
              copyLabel={common.copy}
              copiedLabel={common.copied}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {chosen.hasKey && (
        <p className="text-13 break-words text-muted">
          {mcp.address}: <code className="font-mono text-text">{chosen.url}</code>
        </p>
      )}
    </section>
  )
}
