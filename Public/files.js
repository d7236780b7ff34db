// @ts-check
// Files that users choose, and how forms are sent.

/**
 * The time limit for a request, and for an upload without progress. No user waits that long for a response. The limit
 * prevents a dead connection from blocking the page forever.
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
 * The nearest element around an event's target that matches, or a value that counts as
 * `false` if the target is the document.
 * @param {Event} event
 * @param {string} selector
 * @returns {any}
 */
export const closest = ({ target }, selector) => target instanceof Element && call(target, "closest", selector)

/**
 * Shows an error message in the field of a control instead of the previous one, or removes it. Returns the message.
 * @param {PageNode} control
 * @param {string | false} [message]
 */
export function showError(control, message) {
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
 * Whether the files of a control may be sent. If one of them is too large, its field shows a message.
 * @param {PageNode} control
 */
export function isAllowed(control) {
  const { limit, refusal } = control.dataset
  const large = [...control.files].find(({ size }) => size > limit)
  const message = large && refusal.replace("\uFFFC", () => large.name)
  if (message) control.value = ""
  return !showError(control, message)
}

/**
 * Shows how much of the files has been sent, in the fields with files. Without a value, hides the progress.
 * @param {number} [part]
 */
export function showProgress(part) {
  for (const bar of /** @type {NodeListOf<any>} */ (document.querySelectorAll(".file progress"))) {
    bar.hidden = part === undefined || !bar.parentElement.querySelector("input").value
    bar.value = part ?? 0
  }
}

/**
 * Encodes a form: as multipart data if it has a file, or as browsers encode a form without files.
 * @param {Items} items
 */
export function encoded(items) {
  const isParts = hasFile(items)
  const data = isParts ? new FormData() : new URLSearchParams()
  // A file field without a chosen file has an empty file.
  for (const [name, value] of items) data.append(name, isParts ? value : (value.name ?? value))
  return data
}

/**
 * Sends files like `fetch`, which doesn't report progress. An upload as a whole has no time limit, because its duration
 * isn't known.
 * @param {string} url
 * @param {Upload} options
 * @returns {Promise<Answer>}
 */
export const upload = (url, { headers, body, report }) =>
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
    request.upload.onprogress = ({ loaded, total }) => (wait(), report(loaded / total))
    request.onloadend = () => {
      clearTimeout(timer)
      report()
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
    report(0)
    request.send(body)
  })
