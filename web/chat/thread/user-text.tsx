export interface UserTextProps {
  what: string
  text: string
}

export const UserText = ({ what, text }: UserTextProps) => (
  <div className="flex flex-col gap-1">
    <p className="text-12 text-faint">{what}</p>
    <pre
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={what}
      dir="auto"
      className="max-h-60 overflow-auto rounded-s bg-code px-2 py-1.5 font-mono text-12 break-words whitespace-pre-wrap text-text"
    >
      {text}
    </pre>
  </div>
)
