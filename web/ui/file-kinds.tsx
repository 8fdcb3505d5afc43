import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Presentation,
  type LucideIcon,
} from 'lucide-react'

const BY_EXTENSION: readonly [RegExp, LucideIcon][] = [
  [/\.(csv|tsv|xlsx?|xlsm|ods|numbers|parquet)$/, FileSpreadsheet],
  [/\.(pptx?|odp|key)$/, Presentation],
  [/\.(zip|tar|t?gz|bz2|xz|7z|rar|zst)$/, FileArchive],
  [
    /\.([cm]?[jt]sx?|py|rb|go|rs|java|kt|c|h|cpp|cs|php|sh|sql|html?|css|json|ya?ml|toml|xml|ipynb)$/,
    FileCode,
  ],
  [/\.(png|jpe?g|gif|webp|avif|svg|heic|bmp|tiff?)$/, FileImage],
  [/\.(mp3|wav|ogg|flac|m4a)$/, FileAudio],
  [/\.(mp4|mov|webm|mkv|avi)$/, FileVideo],
  [/\.(pdf|docx?|odt|rtf|md|txt|log|epub|pages)$/, FileText],
]

const BY_TYPE: readonly [string, LucideIcon][] = [
  ['image/', FileImage],
  ['audio/', FileAudio],
  ['video/', FileVideo],
  ['text/', FileText],
]

/**
 * The file name has priority over the media type, because browsers and programs send many files as
 * `application/octet-stream`.
 */
export function fileIcon({ name, type = '' }: { name: string; type?: string }): LucideIcon {
  const lower = name.toLowerCase()
  return (
    BY_EXTENSION.find(([extension]) => extension.test(lower))?.[1] ??
    BY_TYPE.find(([prefix]) => type.startsWith(prefix))?.[1] ??
    File
  )
}
