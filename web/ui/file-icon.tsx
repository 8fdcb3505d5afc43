import { File } from 'lucide-react'
import { createElement } from 'react'
import { lazily } from './lazily.ts'

const useKinds = lazily(() => import('./file-kinds.tsx'))

/** Shows a general file icon until the module with the icons per file type has loaded. */
export function FileIcon({ name, type, className }: { name: string; type?: string; className: string }) {
  const kinds = useKinds(true)
  const icon = kinds ? kinds.fileIcon({ name, ...(type && { type }) }) : File
  return createElement(icon, { 'aria-hidden': true, className })
}
