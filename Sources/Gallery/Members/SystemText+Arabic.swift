import Cairn

extension Language {
  /// Arabic, which is written from right to left.
  static let arabic = Language("ar")
}

extension SystemText {
  /// The text in Arabic, or `nil` for a text that no page of the sample shows. It's shown in English then.
  var arabic: String? {
    switch self {
    case .errorTitle(let kind): kind.arabicTitle
    case .errorMessage(let kind): kind.arabicMessage
    case .errorLink: "الذهاب إلى صفحة البداية"

    case .back: "رجوع"
    case .backTo(let title): "رجوع إلى \(title.bidiIsolated)"
    case .close: "إغلاق"
    case .ok: "حسنًا"
    case .cancel: "إلغاء"
    case .update: "تحديث"
    case .language: "اللغة"
    case .titleWithError(let title): "خطأ: \(title.bidiIsolated)"

    case .textTooLong(let limit): "الحد الأقصى لعدد الأحرف: \(limit)."
    case .chooseOnOrOff: "اختر التشغيل أو الإيقاف."
    case .fieldLocked: "كان هذا الحقل مقفلًا عند إرسال النموذج. أرسله مرة أخرى بعد فتح القفل."
    case .choiceChanged: "تغيّر هذا أثناء التحرير. أرسل النموذج مرة أخرى للاحتفاظ باختيارك."
    case .choiceDiffers: "تم تحديد خيار آخر الآن. أرسل النموذج مرة أخرى لاستخدام اختيارك."
    case .textChanged(let text):
      "تغيّر هذا إلى «\(text.bidiIsolated)» أثناء التحرير. أرسل النموذج مرة أخرى للاحتفاظ بما كتبته."
    case .textDiffers(let text):
      "القيمة الآن هي «\(text.bidiIsolated)». أرسل النموذج مرة أخرى لاستخدام القيمة المعروضة هنا."

    case .formUnavailable:
      "لم يعد النموذج الذي أرسلته متاحًا، لذلك لم تتم معالجته. هذه هي النسخة الحالية."
    case .submissionWaits: "لم تتم معالجة طلبك بعد. ستستمر معالجته بعد تسجيل الدخول."
    case .submissionContinued: "تمت الآن معالجة طلبك السابق."
    case .submissionDropped:
      "لم تتم معالجة طلبك السابق. تحقق من هذه الصفحة، وأرسل مرة أخرى إذا كنت لا تزال تريد ذلك."
    case .fieldUnavailable: "لم يعد أحد الحقول التي ملأتها متاحًا. هذه هي النسخة الحالية."
    case .leavesInvalid:
      "بعض ما كتبته غير صالح. صحّحه، أو ارجع مرة أخرى للمغادرة دون حفظ."
    case .leavesTyped:
      "لم يتم حفظ ما كتبته بعد. احفظه، أو انقر خارج النافذة مرة أخرى للمغادرة دون حفظ."
    case .optionUnavailable: "لم يعد هذا الخيار متاحًا، لذلك لم تتم معالجة طلبك."
    case .questionClosed: "تم إغلاق هذا السؤال، لذلك لم تتم معالجة طلبك."
    case .questionOpen: "أجب أولًا عن السؤال في هذه الصفحة. لم يتغيّر شيء آخر."
    case .pageChanged:
      "تغيّرت هذه الصفحة منذ فتحها، لذلك لم تتم معالجة طلبك. هذه هي النسخة الحالية."
    case .formClosed: "تم إغلاق النموذج أثناء الكتابة."
    case .pageOutdated: "كانت تلك الصفحة قديمة، لذلك لم تتم معالجة طلبك. هذه هي النسخة الحالية."
    case .pageOutdatedTextRestored:
      "كانت تلك الصفحة قديمة، لذلك لم تتم معالجة طلبك. استعدنا ما أدخلته. تحقق منه وأرسله مرة أخرى."
    case .cookiesBlocked:
      "لم يرسل المتصفح ملف تعريف الارتباط لهذا الموقع، لذلك لم تتم معالجة طلبك. "
        + "اسمح بملفات تعريف الارتباط لهذا الموقع وأرسل مرة أخرى."
    case .enteredTextRestored: "استعدنا ما أدخلته."
    case .unchangedTextOnPreviousPage: "لم يتغيّر شيء. ما أدخلته لا يزال في الصفحة السابقة."
    case .textOnPreviousPage: "ما أدخلته لا يزال في الصفحة السابقة."
    case .someTextWaits: "بعض ما أدخلته ليس له حقل هنا. سنستعيده عندما يظهر حقله مرة أخرى."
    case .textWaits: "احتفظنا بما كتبته. سنستعيده عندما يظهر حقله مرة أخرى."
    case .textRestored: "استعدنا ما كتبته. تحقق منه قبل الإرسال."
    case .typedTexts(let texts):
      "كتبت \(texts.map { "«\($0.bidiIsolated)»" }.joined(separator: "، "))."

    case .pageGone: "لم نعثر على هذه الصفحة. ربما تم حذفها. هذه أقرب صفحة."
    case .pageUnknown: "هذه الصفحة غير موجودة. هذه أقرب صفحة."
    case .addressPartlyIgnored: "لم يتم التعرف على جزء من هذا العنوان، فتم تجاهله."
    case .addressTooDeep(let limit):
      "يمر هذا العنوان بأكثر من \(limit) شاشات، لذلك لم يتم فتحه."

    case .offline: "غير متصل"
    case .serverBusy: "الخادم مشغول"
    case .leavesUnsaved: "لم يتم حفظ هذا. كرّر الإجراء للمغادرة."
    case .rowRemoved(let row): "تمت الإزالة: \(row.bidiIsolated)"
    case .notSaved(let advice): "لم يتم حفظ هذا. \(advice.arabic)"
    default: nil
    }
  }
}

extension SystemText.Advice {
  fileprivate var arabic: String {
    switch self {
    case .tryAgain: "حاول مرة أخرى."
    case .serverBusy: "الخادم مشغول. حاول مرة أخرى."
    case .reload: "أعد تحميل الصفحة."
    case .fileTooLarge: "هل الملف كبير جدًا؟"
    case .textTooLong: "هل النص طويل جدًا؟"
    }
  }
}

extension SystemText.ErrorKind {
  fileprivate var arabicTitle: String {
    switch self {
    case .pageNotFound: "الصفحة غير موجودة"
    case .requestBlocked, .requestRejected: "تم رفض الطلب"
    case .unavailable, .pageBusy, .partlyDone: "غير متاح مؤقتًا"
    case .contentTooLarge, .sessionTooLarge, .addressTooLong, .headersTooLarge: "كبير جدًا"
    default: "حدث خطأ ما"
    }
  }

  fileprivate var arabicMessage: String {
    switch self {
    case .pageNotFound: "ربما كُتب العنوان بشكل خاطئ، أو تم حذف الصفحة."
    case .requestBlocked:
      "تم إرسال النموذج من موقع آخر، لذلك لم تتم معالجته. افتح الصفحة مرة أخرى وأرسله منها."
    case .unavailable:
      "لم يتغيّر شيء. إذا أرسلت نموذجًا، فارجع وأرسله مرة أخرى بعد لحظات. لن تتم معالجته مرتين."
    case .pageBusy: "هذه الصفحة مشغولة، لذلك لم تتم معالجة طلبك. حاول مرة أخرى بعد لحظات."
    case .partlyDone, .partlyDoneByScript:
      "لم تتغيّر صفحتك، لكن ربما تمت معالجة جزء من طلبك. ارجع وتحقق قبل الإرسال مرة أخرى."
    case .serverFailed, .noResponse: "الخطأ من الخادم وليس منك. حاول مرة أخرى بعد لحظات."
    default: "تعذّر على الخادم معالجة طلبك."
    }
  }
}
