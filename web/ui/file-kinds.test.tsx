import assert from 'node:assert/strict'
import { test } from 'node:test'
import { File, FileArchive, FileCode, FileImage, FileSpreadsheet, FileText, FileVideo } from 'lucide-react'
import { fileIcon } from './file-kinds.tsx'

test('a file has the icon of its kind, by its name first and else by its type [web.file-icons]', () => {
  const cases = [
    ['Beds.CSV', 'text/csv', FileSpreadsheet],
    ['plan.pdf', 'application/octet-stream', FileText],
    ['site.tar.gz', '', FileArchive],
    ['garden.py', 'text/x-python', FileCode],
    ['photo', 'image/png', FileImage],
    ['photo.heic', '', FileImage],
    ['clip', 'video/mp4', FileVideo],
    ['LICENSE', 'text/plain', FileText],
    ['unknown.xyz', 'application/octet-stream', File],
  ] as const
  for (const [name, type, icon] of cases) assert.equal(fileIcon({ name, type }), icon, name)
})
