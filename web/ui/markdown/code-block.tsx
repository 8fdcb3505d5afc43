import { CopyButton } from '../copy-button.tsx'
import { useColours } from './colours.ts'

export interface CodeTexts {
  copyCode: string
  copied: string
  /** Accessible name of a code block. */
  code(language: string): string
}

export interface CodeBlockProps {
  code: string
  /** What stands after the opening fence; its first word is the language. */
  info: string
  settled: boolean
  texts: CodeTexts
}

export function CodeBlock({ code, info, settled, texts }: CodeBlockProps) {
  const text = code.replace(/\n$/, '')
  const language = info.trim().split(/\s+/)[0] ?? ''
  const lines = useColours(text, language, settled)
  return (
    <figure className="code-block" dir="ltr">
      <figcaption>
        <span>{language}</span>
        <CopyButton label={texts.copyCode} copiedLabel={texts.copied} text={() => text} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll by keyboard */}
      <pre tabIndex={0} role="region" aria-label={texts.code(language)}>
        <code>
          {lines
            ? lines.map((line, row) => (
                // oxlint-disable-next-line react/no-array-index-key -- lines of a settled text never move
                <span key={row}>
                  {line.map(({ text, colour }, column) => (
                    // oxlint-disable-next-line react/no-array-index-key
                    <span key={column} style={{ color: colour }}>
                      {text}
                    </span>
                  ))}
                  {'\n'}
                </span>
              ))
            : text}
        </code>
      </pre>
    </figure>
  )
}
