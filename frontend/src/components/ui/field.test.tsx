import { zodResolver } from '@hookform/resolvers/zod'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Field } from './field'
import { Input } from './input'
import { Select } from './select'

describe('Field', () => {
  test('names its control and describes it by hint and error', () => {
    render(
      <Field
        label="Email"
        hint="Your receipt goes here."
        error="Please enter a valid address"
        required
      >
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    expect(input).toHaveAccessibleDescription(
      'Your receipt goes here. Please enter a valid address',
    )
    expect(input).toBeInvalid()
    expect(input).toBeRequired()
  })

  test('says nothing of errors when there are none', () => {
    render(
      <Field label="Email">
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    expect(input).toBeValid()
    expect(input).not.toHaveAttribute('aria-describedby')
  })

  test('ties a select in the same way', () => {
    render(
      <Field label="Time zone" error="Pick one">
        <Select options={[{ value: 'UTC', label: 'UTC' }]} placeholder="Select" />
      </Field>,
    )
    const select = screen.getByRole('combobox', { name: 'Time zone' })
    expect(select).toHaveAccessibleDescription('Pick one')
    expect(select).toHaveAttribute('aria-invalid', 'true')
  })

  test('shows what the schema says about what was typed', async () => {
    const save = vi.fn()
    render(<EmailForm onSave={save} />)
    await userEvent.type(screen.getByLabelText('Email'), 'nobody')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(save).not.toHaveBeenCalled()

    await userEvent.type(screen.getByLabelText('Email'), '@example.test')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(save).toHaveBeenCalledExactlyOnceWith({ email: 'nobody@example.test' })
    expect(screen.getByLabelText('Email')).toBeValid()
  })
})

const schema = z.object({ email: z.email('Please enter a valid email address') })

function EmailForm({ onSave }: { onSave: (values: { email: string }) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email: '' },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        void handleSubmit((values) => onSave(values))(event)
      }}
    >
      <Field label="Email" error={formState.errors.email?.message}>
        <Input {...register('email')} />
      </Field>
      <button type="submit">Save</button>
    </form>
  )
}
