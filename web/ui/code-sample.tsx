import { CopyButton } from './copy-button.tsx'

export interface CodeSampleProps {
  label: string
  text: string
  copyLabel: string
  copiedLabel: string
}

export const CodeSample = ({ label, text, copyLabel, copiedLabel }: CodeSampleProps) => (
  <div className="flex items-start rounded-m border border-line bg-code">
    {/* Makes the element scrollable by keyboard. */}
    <pre
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="min-w-0 flex-1 overflow-x-auto p-3 font-mono text-13"
    >
      <code>{text}</code>
    </pre>
    <CopyButton label={copyLabel} copiedLabel={copiedLabel} text={() => text} className="m-1 shrink-0" />
  </div>
)
