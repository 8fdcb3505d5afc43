export const focusFirstInvalid = (form: HTMLFormElement | null): void =>
  form
    ?.querySelector<HTMLElement>(
      ':is(input, select, textarea)[aria-invalid], fieldset[aria-invalid] [role=checkbox], [data-invalid] [role=checkbox]',
    )
    ?.focus()
