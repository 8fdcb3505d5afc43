import type { getDocumentProxy } from 'unpdf'
import { MAX_TEXT } from '../format.ts'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

/** Annotations with the subtype `Widget` are form fields. Text boxes and comments on a page have a `contentsObj`. */
export interface PdfAnnotation {
  subtype?: string
  contentsObj?: { str?: string }
  fieldType?: string
  fieldName?: string
  fieldValue?: unknown
  alternativeText?: string
  options?: readonly { exportValue?: unknown; displayValue?: unknown }[]
  checkBox?: boolean
  radioButton?: boolean
  pushButton?: boolean
  password?: boolean
}

interface FormField {
  label: string
  kind: 'text' | 'box' | 'password' | 'signature'
  values: Set<string>
}

export async function formFields(pdf: Pdf, widgets: readonly PdfAnnotation[]): Promise<string> {
  const fields = new Map<string, FormField>()
  for (const widget of widgets) addWidget(fields, widget)
  for (const [name, parts] of Object.entries(await fieldsByName(pdf)))
    if (!fields.has(name)) for (const part of parts) addWidget(fields, widgetOf(name, part))
  let text = ''
  if (fields.values().every(({ kind }) => kind === 'signature')) return text
  for (const [name, field] of fields) {
    const label = field.label === '' || field.label === name ? name : `${name} (${field.label})`
    text += `${label}: ${shownValue(field)}\n`
    if (text.length >= MAX_TEXT) break
  }
  return text.trimEnd()
}

function addWidget(fields: Map<string, FormField>, widget: PdfAnnotation): void {
  const { fieldName, fieldType, pushButton, alternativeText } = widget
  if (!fieldName || !fieldType || pushButton) return
  const field = fields.get(fieldName) ?? { label: '', kind: kindOf(widget), values: new Set() }
  fields.set(fieldName, field)
  if (field.label === '') field.label = oneLine(alternativeText ?? '')
  for (const value of [widget.fieldValue].flat())
    if (isFilledIn(value, field.kind)) field.values.add(displayed(String(value), widget))
}

const kindOf = ({ fieldType, checkBox, radioButton, password }: PdfAnnotation): FormField['kind'] => {
  if (fieldType === 'Sig') return 'signature'
  return checkBox || radioButton ? 'box' : password ? 'password' : 'text'
}

const isFilledIn = (value: unknown, kind: FormField['kind']): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && !(kind === 'box' && value === 'Off'))

/** A choice field stores codes; the form shows the display text. */
function displayed(value: string, { options }: PdfAnnotation): string {
  const shown = options?.find(({ exportValue }) => exportValue === value)?.displayValue
  return typeof shown === 'string' && shown.trim() !== '' ? shown : value
}

function shownValue({ kind, values }: FormField): string {
  if (kind === 'signature') return '(a signature field)'
  if (values.size === 0) return kind === 'box' ? '(not ticked)' : '(empty)'
  if (kind === 'password') return '(a password)'
  return [...values].map((value) => value.trim().replace(/\r\n?|\n/g, '\n  ')).join(', ')
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

interface NamedField {
  type?: string
  value?: unknown
}

const fieldsByName = async (pdf: Pdf): Promise<Record<string, readonly NamedField[]>> =>
  (await pdf.getFieldObjects()) ?? {}

const FIELD_TYPES: Readonly<Record<string, string>> = {
  text: 'Tx',
  checkbox: 'Btn',
  radiobutton: 'Btn',
  combobox: 'Ch',
  listbox: 'Ch',
  signature: 'Sig',
}

const widgetOf = (name: string, { type = '', value }: NamedField): PdfAnnotation => ({
  fieldName: name,
  fieldType: FIELD_TYPES[type],
  fieldValue: value,
  checkBox: type === 'checkbox',
  radioButton: type === 'radiobutton',
})

/** Text that was typed onto a page, and comments. The page's text contains neither. */
export const notesOf = (annotations: readonly PdfAnnotation[]): string[] =>
  annotations
    .filter(({ subtype }) => subtype !== 'Widget' && subtype !== 'Link' && subtype !== 'Popup')
    .map(({ contentsObj }) => oneLine(contentsObj?.str ?? ''))
    .filter((text) => text !== '')
