import { bodyTexts as body } from '../messages.ts'
import { BodyBar } from './body-bar.tsx'
import { languageOf } from './language.ts'
import { lineCount, TextLines } from './lines.tsx'
import type { ArtifactSource } from './source.ts'
import { TextBody } from './text-body.tsx'

export const CodeView = ({ source }: { source: ArtifactSource }) => (
  <TextBody source={source}>
    {({ text }, { preview, filename }) => {
      const language = preview === 'code' ? languageOf(filename) : ''
      return (
        <div className="flex h-full min-h-0 flex-col">
          <BodyBar
            about={[language, body.lines(lineCount(text))].filter(Boolean).join(' · ')}
            copy={() => text}
          />
          <div className="min-h-0 flex-1">
            <TextLines
              label={preview === 'code' ? body.code(language) : body.text}
              text={text}
              language={language}
            />
          </div>
        </div>
      )
    }}
  </TextBody>
)
