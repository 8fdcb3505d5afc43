import { Field } from '../../ui/field.tsx'

interface TimeFieldProps {
  label: string
  /** Minutes after midnight. */
  value: number
  error?: string | null
  onChange(minutes: number): void
}

export const TimeField = ({ label, value, error = null, onChange }: TimeFieldProps) => (
  <Field
    label={label}
    type="time"
    required
    className="w-36"
    value={`${two(Math.floor(value / 60))}:${two(value % 60)}`}
    error={error}
    onChange={({ currentTarget: { value: text } }) => {
      const [hours, minutes] = text.split(':').map(Number)
      if (hours !== undefined && minutes !== undefined) onChange(hours * 60 + minutes)
    }}
  />
)

const two = (value: number): string => String(value).padStart(2, '0')
