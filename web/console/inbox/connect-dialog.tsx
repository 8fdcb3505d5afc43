import { Tabs } from 'radix-ui'
import type { InboxEndpoint } from '#core/inbox/schema.ts'
import { CodeSample } from '../../ui/code-sample.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { common } from '../kit/messages.ts'
import { inbox } from './messages.ts'
import { modeSetting, presets } from './presets.ts'

export const ConnectDialog = ({ endpoint, onClose }: { endpoint: InboxEndpoint; onClose(): void }) => (
  <Dialog
    open
    onClose={onClose}
    title={inbox.connect}
    description={inbox.connectText}
    closeLabel={common.close}
    className="max-w-2xl"
  >
    <Senders endpoint={endpoint} />
  </Dialog>
)

function Senders({ endpoint }: { endpoint: InboxEndpoint }) {
  const senders = presets(endpoint)
  return (
    <Tabs.Root defaultValue={senders[0]!.id} className="flex flex-col gap-3">
      <Tabs.List aria-label={inbox.connect} className="flex gap-1 overflow-x-auto border-b border-line">
        {senders.map(({ id, name }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="-mb-px min-h-10 shrink-0 border-b-2 border-transparent px-3 font-medium text-muted -outline-offset-2 hover:text-text data-[state=active]:border-accent-text data-[state=active]:text-text"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {senders.map(({ id, name, mode, steps, lines }) => (
        <Tabs.Content key={id} value={id} className="flex flex-col gap-3">
          {mode !== null && mode !== endpoint.mode && (
            <Notice kind="attention">{inbox.needs(...modeSetting(mode, endpoint))}</Notice>
          )}
          <ul className="flex list-disc flex-col gap-1 ps-5 text-muted">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
          <CodeSample
            label={inbox.linesFor(name)}
            text={lines}
            copyLabel={common.copy}
            copiedLabel={common.copied}
          />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
