// @ts-check
// Files that a user chooses, and how they are sent.

/**
 * How long a request may take, and an upload may make no progress. It's longer than any response takes that a user still
 * waits for, so that a connection that is dead without an error doesn't block the page forever.
 */
export const REQUEST_LIMIT_MS = 60_000

/**
 * Whether one of the items of a form is a file.
 * @param {Items} [items]
 */
export const hasFile = (items) => items?.some(([, value]) => value.name)

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Partial<HTMLElementTagNameMap[Name]>} properties
 */
export const create = (name, properties) => Object.assign(document.createElement(name), properties)

/**
 * A property of an element. If the element is a form, a control with the same name would hide the property.
 * @template {keyof PageNode} Name
 * @param {Element} element
 * @param {Name} name
 * @returns {PageNode[Name]}
 */
export const property = (element, name) => Reflect.get(HTMLFormElement.prototype, name, element)

/**
 * Calls a method of an element, which a control with the same name doesn't hide either.
 * @template {MethodName} Name
 * @param {Element} element
 * @param {Name} name
 * @param {Parameters<Methods[Name]>} values
 * @returns {ReturnType<Methods[Name]>}
 */
export const call = (element, name, ...values) => /** @type {Function} */ (property(element, name)).apply(element, values)

/**
 * The nearest element that an event comes from and that matches; nothing if its target is the document.
 * @param {Event} event
 * @param {string} selector
 * @returns {any}
 */
export const closest = ({ target }, selector) => target instanceof Element && call(target, "closest", selector)

/**
 * Shows in the field of a control what is wrong with it, in place of what was shown there, or nothing; answers that.
 * @param {PageNode} control
 * @param {string | false} [message]
 */
export function refuse(control, message) {
  /** @type {any} */
  const field = control.closest(".field")
  const id = control.id + "-error"
  field.querySelector(".error")?.remove()
  control.ariaInvalid = !!message
  if (!message) return
  control.setAttribute("aria-describedby", id)
  field.append(create("p", { className: "error", id, textContent: message }))
  return message
}

/**
 * Whether the files of a control may be sent; says in its field that one of them is too large.
 * @param {PageNode} control
 */
export function isAllowed(control) {
  const { limit, refusal } = control.dataset
  const message = [...control.files].some(({ size }) => size > limit) && refusal
  if (message) control.value = ""
  return !refuse(control, message)
}

/**
 * Shows in the fields whose files are on their way how much of them has been sent; nothing when all is over.
 * @param {number} [part]
 */
export function showProgress(part) {
  for (const bar of /** @type {NodeListOf<any>} */ (document.querySelectorAll(".file progress"))) {
    bar.hidden = part === undefined || !bar.parentElement.querySelector("input").value
    bar.value = part ?? 0
  }
}

/**
 * What a form is sent as: with a file in parts, else as browsers write it that have none.
 * @param {Items} items
 */
export function encoded(items) {
  const isParts = hasFile(items)
  const data = isParts ? new FormData() : new URLSearchParams()
  // A field in which no file was chosen has an empty one.
  for (const [name, value] of items) data.append(name, isParts ? value : (value.name ?? value))
  return data
}

/**
 * Sends files as `fetch` does, which doesn't report how much has been sent. There is no limit for all of an upload, because
 * its duration isn't known.
 * @param {string} url
 * @param {Upload} options
 * @returns {Promise<Answer>}
 */
export const upload = (url, { headers, body, say }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    /** @type {number | undefined} */
    let timer
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), REQUEST_LIMIT_MS)
    }
    request.open("POST", url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => (wait(), say(loaded / total))
    request.onloadend = () => {
      clearTimeout(timer)
      say()
      const { status, responseURL, responseText } = request
      if (!status) return reject(Error())
      resolve({
        status,
        url: responseURL,
        redirected: responseURL !== url,
        headers: { get: (name) => request.getResponseHeader(name) },
        text: () => responseText,
      })
    }
    wait()
    say(0)
    request.send(body)
  })
