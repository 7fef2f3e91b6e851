import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Card, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/lib/toast'
import { Section } from './specimen'

const zones = [
  { value: 'America/New_York', label: 'New York' },
  { value: 'Europe/London', label: 'London' },
  { value: 'Asia/Tokyo', label: 'Tokyo' },
  { value: 'Antarctica/Troll', label: 'Troll', disabled: true },
]

export function FormsSection() {
  return (
    <Section title="Forms">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ValidatedForm />
        <EveryState />
      </div>
    </Section>
  )
}

const schema = z.object({
  username: z.string().min(3, 'Username must be at least 3 characters'),
  email: z.email('Please enter a valid email address'),
  zone: z.string().min(1, 'Pick a time zone'),
  terms: z.literal(true, 'Please accept the terms'),
})

function ValidatedForm() {
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { username: '', email: '', zone: '', terms: false as true },
  })
  const { errors } = formState
  return (
    <Card>
      <CardHeader>
        <CardTitle>Validated form</CardTitle>
        <CardDescription>Submit it empty to see the errors.</CardDescription>
      </CardHeader>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          void handleSubmit(() => toast({ title: 'Saved' }))(event)
        }}
      >
        <Field label="Username" error={errors.username?.message} required>
          <Input autoComplete="username" {...register('username')} />
        </Field>
        <Field label="Email" hint="Your receipt goes here." error={errors.email?.message} required>
          <Input type="email" autoComplete="email" {...register('email')} />
        </Field>
        <Controller
          control={control}
          name="zone"
          render={({ field }) => (
            <Field label="Time zone" error={errors.zone?.message} required>
              <Select
                options={zones}
                placeholder="Select a time zone"
                value={field.value}
                onValueChange={field.onChange}
                onBlur={field.onBlur}
              />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="terms"
          render={({ field }) => (
            <Checkbox
              label="I accept the terms of service"
              error={errors.terms?.message}
              checked={field.value}
              onCheckedChange={field.onChange}
            />
          )}
        />
        <Button type="submit">Save</Button>
      </form>
    </Card>
  )
}

function EveryState() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Every state</CardTitle>
      </CardHeader>
      <Field label="Locked" hint="Filled in for you.">
        <Input readOnly defaultValue="ada@example.com" />
      </Field>
      <Field label="Disabled">
        <Input disabled defaultValue="Cannot be changed now" />
      </Field>
      <Field label="Message" aside="12/160 characters" error="Say a little more.">
        <Textarea defaultValue="Too short..." />
      </Field>
      <div className="grid gap-3">
        <Checkbox label="Checked" hint="With a hint below its words." defaultChecked />
        <Checkbox label="Partly checked" checked="indeterminate" />
        <Checkbox label="Disabled" disabled />
      </div>
      <RadioGroup aria-label="Seats" defaultValue="one">
        <Radio value="one" label="One seat" hint="For yourself." />
        <Radio value="team" label="A team of five" />
      </RadioGroup>
      <div className="flex flex-wrap gap-6">
        <Field label="Active">
          <Switch defaultChecked />
        </Field>
        <Field label="Hidden">
          <Switch />
        </Field>
        <Field label="Locked">
          <Switch disabled />
        </Field>
      </div>
    </Card>
  )
}
