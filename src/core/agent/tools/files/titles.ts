import type { ToolState } from '../tool.ts'

/** Titles for people in each state; `subject` names the object, such as a file. */
export const titles =
  <Input>(running: string, done: string, failed: string, subject?: (input: Input) => string) =>
  (input: Input, state: ToolState): string => {
    const phrase = { running, done, failed }[state]
    return subject ? `${phrase} ${subject(input)}` : phrase
  }

/** The last name of a path: `files/hr/handbook.md` is `handbook.md` to a reader. */
export const lastName = (path: string): string => path.split('/').findLast(Boolean) ?? path
