import type { FileProblem } from '#features/files/schema.ts'
import { Notice } from '../../ui/notice.tsx'
import { files } from './messages.ts'

export const Problems = ({ problems }: { problems: readonly FileProblem[] }) =>
  problems.length > 0 && (
    <Notice kind="attention" title={files.problemsTitle}>
      <ul>
        {problems.map(({ line, column, message }) => (
          <li key={`${line} ${column} ${message}`}>
            {line !== null && <span className="font-mono text-12">{files.place(line, column)} </span>}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
