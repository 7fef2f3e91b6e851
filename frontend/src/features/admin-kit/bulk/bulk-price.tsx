/** The early price that several bootcamps get at once; its end is on the operator's clock. */
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { site } from '@/lib/site'
import { momentTyped, zoneLetters } from '../moments'
import { isPrice, plainPrice } from '../plain-price'

export const noPrice = { price: '', until: '', firstSeats: '' }
type Price = typeof noPrice

export function priceProblems({ price, until, firstSeats }: Price): Record<string, string> {
  if (!isPrice(plainPrice(price))) return { price: 'Price must be a valid number' }
  if (!/^([1-9]\d{0,4})?$/.test(firstSeats.trim())) return { firstSeats: 'Enter a whole number' }
  if (!until && !firstSeats.trim()) {
    return { until: 'Say until when it holds, or for how many seats' }
  }
  if (until && !momentTyped(until, site.operatorZone)) {
    return { until: "This date and time don't exist. Choose others." }
  }
  return {}
}

export const priceSent = ({ price, until, firstSeats }: Price) => ({
  price: plainPrice(price),
  until: momentTyped(until, site.operatorZone),
  firstSeats: Number(firstSeats) || null,
})

interface PriceFieldsProps {
  price: Price
  onChange: (price: Price) => void
  problems: Record<string, string>
}

export function PriceFields({ price, onChange, problems }: PriceFieldsProps) {
  const field = (name: keyof Price) => ({
    value: price[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...price, [name]: event.target.value }),
  })
  return (
    <>
      <Field label="Price" aside="USD" error={problems.price} required>
        <Input inputMode="decimal" autoComplete="off" {...field('price')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-[3fr_2fr]">
        <Field
          label="Until"
          aside={zoneLetters(site.operatorZone)}
          hint="Leave empty to limit by seats only"
          error={problems.until}
        >
          <Input type="datetime-local" {...field('until')} />
        </Field>
        <Field
          label="First seats"
          aside="Optional"
          hint="Seats per bootcamp"
          error={problems.firstSeats}
        >
          <Input inputMode="numeric" autoComplete="off" {...field('firstSeats')} />
        </Field>
      </div>
    </>
  )
}
