/** The payment frame: the ways to pay, what is typed for a card, and the confirmation itself. */
;(() => {
  const setup = JSON.parse(decodeURIComponent(location.hash.slice(1)))
  const form = document.forms[0]
  const { number, expiry, cvc, country, postalCode } = form.elements
  const inputs = [number, expiry, cvc, postalCode]
  const brandName = document.querySelector('.brand')
  const postalBox = document.querySelector('.postal')
  const offline =
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.'
  const tabs = document.querySelector('[role=tablist]')
  const names = { card: 'Card', klarna: 'Klarna', google_pay: 'Google Pay' }
  let chosen = 'card'
  const postalLabels = { US: 'ZIP code', CA: 'Postal code', GB: 'Postal code' }

  const tell = (kind, more = {}) => parent.postMessage({ frame: setup.id, kind, ...more }, setup.parent)
  const digits = (text) => text.replace(/\D/g, '')

  const brandOf = (card) => {
    if (/^3[47]/.test(card)) return 'amex'
    if (/^4/.test(card)) return 'visa'
    if (/^(5[1-5]|2[2-7])/.test(card)) return 'mastercard'
    return /^6011/.test(card) ? 'discover' : ''
  }
  const lengthOf = (card) => (brandOf(card) === 'amex' ? 15 : 16)
  const cvcLength = () => (brandOf(digits(number.value)) === 'amex' ? 4 : 3)

  const groups = (card) =>
    brandOf(card) === 'amex'
      ? [card.slice(0, 4), card.slice(4, 10), card.slice(10, 15)]
      : [card.slice(0, 4), card.slice(4, 8), card.slice(8, 12), card.slice(12, 16)]

  const formats = {
    number: (text) => {
      const card = digits(text).slice(0, lengthOf(digits(text)))
      return groups(card).filter(Boolean).join(' ')
    },
    expiry: (text, deleting) => {
      let date = digits(text).slice(0, 4)
      if (/^[2-9]/.test(date)) date = `0${date}`.slice(0, 4)
      if (date.length < 2 || (date.length === 2 && deleting)) return date
      return `${date.slice(0, 2)} / ${date.slice(2)}`
    },
    cvc: (text) => digits(text).slice(0, cvcLength()),
    postalCode: (text) => (country.value === 'US' ? digits(text).slice(0, 5) : text.slice(0, 10)),
  }

  /** Rewrites the field without moving the caret past what was typed. */
  const tidy = (field, deleting) => {
    const before = field.value
    const after = formats[field.name](before, deleting)
    if (after === before) return
    const atEnd = field.selectionEnd === before.length
    const typed = digits(before.slice(0, field.selectionEnd)).length
    field.value = after
    if (atEnd) return
    let place = 0
    for (let seen = 0; place < after.length && seen < typed; place++)
      if (/\d/.test(after[place])) seen++
    field.setSelectionRange(place, place)
  }

  const luhn = (card) =>
    [...card].reverse().reduce((sum, digit, index) => {
      const value = index % 2 ? digit * 2 : Number(digit)
      return sum + (value > 9 ? value - 9 : value)
    }, 0) % 10 === 0

  const problem = (code, message) => ({ code, message, type: 'validation_error' })

  const checks = {
    number: () => {
      const card = digits(number.value)
      if (card.length < lengthOf(card)) return problem('incomplete_number', 'Your card number is incomplete.')
      if (!luhn(card)) return problem('invalid_number', 'Your card number is invalid.')
    },
    expiry: () => {
      const [month, year] = [expiry.value.slice(0, 2), expiry.value.slice(5)]
      if (month.length < 2 || year.length < 2)
        return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
      if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
      const today = new Date()
      const thisYear = today.getFullYear() % 100
      if (Number(year) < thisYear)
        return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
      if (Number(year) === thisYear && Number(month) <= today.getMonth())
        return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
    },
    cvc: () => {
      if (cvc.value.length < cvcLength())
        return problem('incomplete_cvc', "Your card's security code is incomplete.")
    },
    postalCode: () => {
      if (postalBox.hidden) return undefined
      const word = country.value === 'US' ? 'ZIP' : 'postal code'
      if (postalCode.value.trim().length < (country.value === 'US' ? 5 : 3))
        return problem('incomplete_zip', `Your ${word} is incomplete.`)
    },
  }

  const show = (field, error) => {
    document.getElementById(`${field.name}-error`).textContent = error?.message ?? ''
    field.setAttribute('aria-invalid', String(Boolean(error)))
  }

  /** Shows every problem and gives back the first. */
  const validate = () => {
    const found = inputs.map((field) => {
      const error = checks[field.name]()
      show(field, error)
      return [field, error]
    })
    const [field, error] = found.find(([, one]) => one) ?? []
    field?.focus()
    return error
  }

  const changed = () => {
    brandName.textContent = brandOf(digits(number.value)).toUpperCase()
    tell('change', {
      type: chosen,
      empty: chosen === 'card' && inputs.every((field) => field.value === ''),
      complete: chosen !== 'card' || inputs.every((field) => !checks[field.name]()),
    })
  }

  const choose = (type) => {
    chosen = type
    for (const tab of tabs.children) tab.setAttribute('aria-selected', String(tab.dataset.type === type))
    for (const part of form.querySelectorAll('[data-for]'))
      part.hidden = !part.dataset.for.split(' ').includes(type)
    askPostal()
  }

  /** The browser of whoever set this on our origin has a wallet; a test may set it on the window. */
  const wallet = () => {
    try {
      return window.standInWallet ?? localStorage.getItem('stand-in-wallet')
    } catch {
      return null
    }
  }

  /** Wallets are no type of their own: they come with the card, where the browser has one. */
  const offer = ({ types, wallets = {} }) => {
    const offered = types.filter((type) => names[type])
    if (offered.includes('card') && wallet() === 'google_pay' && wallets.googlePay !== 'never')
      offered.push('google_pay')
    tabs.hidden = offered.length < 2
    tabs.replaceChildren(
      ...offered.map((type) => {
        const tab = document.createElement('button')
        Object.assign(tab, { type: 'button', textContent: names[type] })
        tab.setAttribute('role', 'tab')
        tab.dataset.type = type
        tab.addEventListener('click', () => {
          choose(type)
          changed()
        })
        return tab
      }),
    )
    choose(offered.includes(chosen) ? chosen : (offered[0] ?? 'card'))
  }

  const askPostal = () => {
    const label = postalLabels[country.value]
    postalBox.hidden = !label || chosen !== 'card'
    postalBox.querySelector('label').textContent = label ?? 'ZIP code'
    postalCode.placeholder = country.value === 'US' ? '12345' : ''
    show(postalCode, undefined)
  }

  const encode = (values, prefix = '', out = new URLSearchParams()) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined || value === null || value === '') continue
      const full = prefix ? `${prefix}[${name}]` : name
      if (typeof value === 'object') encode(value, full, out)
      else out.append(full, value)
    }
    return out
  }

  const details = () => {
    if (chosen === 'klarna') return { type: 'klarna' }
    if (chosen === 'google_pay') return { type: 'card', card: { token: 'tok_googlepay' } }
    return {
      type: 'card',
      card: {
        number: digits(number.value),
        exp_month: expiry.value.slice(0, 2),
        exp_year: expiry.value.slice(5),
        cvc: cvc.value,
      },
    }
  }

  const confirm = async ({ intent, values }) => {
    const error = chosen === 'card' ? validate() : undefined
    if (error) return { error }
    const { payment_method_data: given = {}, ...rest } = values
    const billing = given.billing_details ?? {}
    const method = {
      ...given,
      ...details(),
      billing_details: {
        ...billing,
        address: {
          country: country.value,
          postal_code: postalBox.hidden ? undefined : postalCode.value.trim(),
          ...billing.address,
        },
      },
    }
    const body = encode({ ...rest, key: setup.key, payment_method_data: method })
    try {
      const answer = await fetch(`${setup.api}/payment_intents/${intent}/confirm`, { method: 'POST', body })
      return await answer.json()
    } catch {
      return { error: { type: 'api_connection_error', message: offline } }
    }
  }

  const themes = {
    stripe: {},
    flat: { '--background': '#f6f8fa', '--border': 'transparent' },
    night: { '--background': '#30313d', '--text': '#fff', '--secondary': '#a3a5ad', '--border': '#424353', '--primary': '#85d996', '--danger': '#fe87a1' },
  }
  const variables = {
    colorBackground: '--background',
    colorText: '--text',
    colorTextSecondary: '--secondary',
    colorTextPlaceholder: '--secondary',
    colorPrimary: '--primary',
    colorDanger: '--danger',
    borderRadius: '--radius',
    fontFamily: '--font',
    fontSizeBase: '--size',
    spacingUnit: '--unit',
  }
  const dress = (appearance = {}) => {
    const root = document.documentElement.style
    for (const name of Object.values(variables).concat('--border')) root.removeProperty(name)
    for (const [name, value] of Object.entries(themes[appearance.theme] ?? {})) root.setProperty(name, value)
    for (const [name, value] of Object.entries(appearance.variables ?? {}))
      if (variables[name]) root.setProperty(variables[name], value)
    const border = appearance.rules?.['.Input']?.border?.match(/(#|rgb|hsl|oklch|var).*$/)?.[0]
    const edge = appearance.rules?.['.Input']?.borderColor ?? border
    if (edge) root.setProperty('--border', edge)
  }

  const asked = {
    offer,
    validate: () => ({ type: chosen, error: chosen === 'card' ? validate() : undefined }),
    confirm,
    focus: () => void (chosen === 'card' ? number : tabs.firstElementChild)?.focus(),
    clear: () => {
      for (const field of inputs) {
        field.value = ''
        show(field, undefined)
      }
      changed()
    },
    appearance: ({ appearance }) => dress(appearance),
  }

  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== parent || origin !== setup.parent || data?.frame !== setup.id) return
    const body = await asked[data.kind]?.(data)
    tell('reply', { number: data.number, body: body ?? {} })
  })
  for (const field of inputs) {
    field.addEventListener('input', (event) => {
      tidy(field, event.inputType?.startsWith('delete'))
      show(field, undefined)
      changed()
    })
    field.addEventListener('blur', () => {
      if (field.value !== '') show(field, checks[field.name]())
    })
  }
  country.addEventListener('change', () => {
    askPostal()
    changed()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('focusin', () => tell('focus'))
  addEventListener('focusout', () => tell('blur'))
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell('escape'))
  new ResizeObserver(() => tell('height', { height: document.body.offsetHeight })).observe(document.body)

  dress(setup.appearance)
  choose('card')
  if (setup.defaults?.address?.country) country.value = setup.defaults.address.country
  if (!country.value) country.value = 'US'
  if (setup.defaults?.address?.postal_code) postalCode.value = setup.defaults.address.postal_code
  askPostal()
  tell('loaded')
})()
