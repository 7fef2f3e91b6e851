import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalogue', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CommunicationTemplate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now())),
                ('name', models.CharField(max_length=100)),
                ('type', models.CharField(choices=[('EMAIL', 'Email'), ('SMS', 'Sms')], max_length=5)),
                ('category', models.CharField(choices=[('WELCOME', 'Welcome'), ('REMINDER_1DAY', 'Reminder 1Day'), ('REMINDER_1HOUR', 'Reminder 1Hour'), ('REGISTRATION_CONFIRM', 'Registration Confirm')], max_length=32)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('content', models.CharField(max_length=5000)),
                ('is_active', models.BooleanField(db_default=True, default=True)),
            ],
            options={
                'db_table': 'communication_templates',
                'indexes': [models.Index(fields=['type', 'category', 'is_active'], name='templates_in_use')],
                'constraints': [models.CheckConstraint(condition=models.Q(('type__in', ['EMAIL', 'SMS'])), name='templates_type_known'), models.CheckConstraint(condition=models.Q(('category__in', ['WELCOME', 'REMINDER_1DAY', 'REMINDER_1HOUR', 'REGISTRATION_CONFIRM'])), name='templates_category_known'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='templates_have_a_name'), models.CheckConstraint(condition=models.Q(('content', ''), _negated=True), name='templates_have_content')],
            },
        ),
        migrations.CreateModel(
            name='ContactMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=100)),
                ('email', models.EmailField(max_length=255)),
                ('subject', models.CharField(max_length=200)),
                ('message', models.CharField(max_length=2000)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('read_at', models.DateTimeField(null=True)),
                ('assigned_to', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('closed_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'contact_messages',
                'indexes': [models.Index(models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), name='contact_newest'), models.Index(condition=models.Q(('read_at__isnull', True)), fields=['id'], name='contact_unread')],
            },
        ),
        migrations.CreateModel(
            name='ContactAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('contact', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='messaging.contactmessage')),
                ('idempotency_key', models.UUIDField()),
                ('author', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('text', models.CharField(max_length=5000)),
                ('closes', models.BooleanField(db_default=False, default=False)),
                ('send_at', models.DateTimeField()),
                ('written_at', models.DateTimeField(null=True)),
                ('canceled_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'contact_answers',
                'constraints': [models.UniqueConstraint(fields=('idempotency_key',), name='contact_answers_once'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='contact_answers_have_text'), models.CheckConstraint(condition=models.Q(('written_at__isnull', True), ('canceled_at__isnull', True), _connector='OR'), name='contact_answers_written_or_canceled')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('bootcamp', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to='catalogue.bootcamp')),
                ('purchase_id', models.BigIntegerField(null=True)),
                ('type', models.CharField(choices=[('EMAIL', 'Email'), ('SMS', 'Sms')], max_length=5)),
                ('category', models.CharField(max_length=32)),
                ('recipient', models.CharField(max_length=255)),
                ('subject', models.CharField(blank=True, max_length=255)),
                ('content', models.TextField()),
                ('html', models.TextField(blank=True)),
                ('reply_to', models.EmailField(blank=True, max_length=255)),
                ('thread', models.TextField(blank=True, db_default='')),
                ('attachments', models.JSONField(default=list)),
                ('sealed_link', models.TextField(blank=True, db_default='')),
                ('dedupe_key', models.CharField(max_length=200, unique=True)),
                ('message_id', models.CharField(max_length=255, null=True, unique=True)),
                ('status', models.CharField(choices=[('PENDING', 'Pending'), ('SENT', 'Sent'), ('FAILED', 'Failed')], default='PENDING', max_length=7)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('send_after', models.DateTimeField(null=True)),
                ('sending_since', models.DateTimeField(null=True)),
                ('provider_id', models.CharField(blank=True, max_length=255)),
                ('error_message', models.TextField(blank=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('sent_at', models.DateTimeField(null=True)),
                ('is_optional', models.BooleanField(db_default=False, default=False)),
                ('delivered_at', models.DateTimeField(null=True)),
                ('fate', models.CharField(blank=True, choices=[('BOUNCED', 'Bounced'), ('COMPLAINED', 'Complained')], db_default='', max_length=10)),
                ('fate_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'communication_logs',
                'indexes': [models.Index(condition=models.Q(('status', 'PENDING')), fields=['type', 'id'], name='messages_waiting'), models.Index(models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), name='messages_newest'), models.Index(models.F('status'), models.OrderBy(models.F('created_at'), descending=True), name='messages_by_status'), models.Index(models.F('bootcamp'), models.OrderBy(models.F('created_at'), descending=True), name='messages_by_bootcamp'), models.Index(condition=models.Q(('purchase_id__isnull', False)), fields=['purchase_id'], name='messages_by_purchase'), models.Index(condition=models.Q(('provider_id', ''), _negated=True), fields=['provider_id'], name='messages_by_provider_id'), models.Index(condition=models.Q(('fate_at__isnull', False)), fields=['fate_at'], name='messages_by_fate'), models.Index(django.db.models.functions.text.Lower('recipient'), models.OrderBy(models.F('created_at'), descending=True), name='messages_by_recipient'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('recipient'), name='gin_trgm_ops'), django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('subject'), name='gin_trgm_ops'), django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('category'), name='gin_trgm_ops'), name='messages_search')],
                'constraints': [models.CheckConstraint(condition=models.Q(('type__in', ['EMAIL', 'SMS'])), name='messages_type_known'), models.CheckConstraint(condition=models.Q(('status__in', ['PENDING', 'SENT', 'FAILED'])), name='messages_status_known'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'SENT'), _negated=True), ('sent_at__isnull', False), _connector='OR'), name='messages_sent_has_time'), models.CheckConstraint(condition=models.Q(('fate__in', ['', 'BOUNCED', 'COMPLAINED'])), name='messages_fate_known'), models.CheckConstraint(condition=models.Q(models.Q(('subject__regex', '[\\r\\n]'), _negated=True), models.Q(('recipient__regex', '[\\r\\n]'), _negated=True)), name='messages_no_header_break')],
            },
        ),
        migrations.CreateModel(
            name='MessageBatch',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('idempotency_key', models.UUIDField(default=uuid.uuid4, unique=True)),
                ('bootcamp', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='batches', to='catalogue.bootcamp')),
                ('sent_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='batches', to=settings.AUTH_USER_MODEL)),
                ('type', models.CharField(choices=[('EMAIL', 'Email'), ('SMS', 'Sms')], max_length=5)),
                ('category', models.CharField(max_length=32)),
                ('subject', models.CharField(blank=True, max_length=200)),
                ('content', models.CharField(max_length=5000)),
                ('only_to', models.JSONField(null=True)),
                ('left_out', models.JSONField(default=list)),
                ('recipient_count', models.PositiveIntegerField(default=0)),
                ('send_at', models.DateTimeField(null=True)),
                ('written_at', models.DateTimeField(null=True)),
                ('canceled_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'message_batches',
                'indexes': [models.Index(models.F('bootcamp'), models.OrderBy(models.F('created_at'), descending=True), name='batches_newest')],
                'constraints': [models.CheckConstraint(condition=models.Q(('type__in', ['EMAIL', 'SMS'])), name='batches_type_known'), models.CheckConstraint(condition=models.Q(('content', ''), _negated=True), name='batches_have_content'), models.CheckConstraint(condition=models.Q(('written_at__isnull', True), ('canceled_at__isnull', True), _connector='OR'), name='batches_written_or_canceled'), models.CheckConstraint(condition=models.Q(('written_at__isnull', False), ('send_at__isnull', False), _connector='OR'), name='batches_wait_for_a_time')],
            },
        ),
        migrations.CreateModel(
            name='NoticeChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notice_choices', to=settings.AUTH_USER_MODEL)),
                ('kind', models.CharField(choices=[('sale', 'Sale'), ('refund', 'Refund'), ('dispute', 'Dispute'), ('bounce', 'Bounce'), ('contact', 'Contact'), ('last_seats', 'Last Seats'), ('class_not_ready', 'Class Not Ready'), ('feedback', 'Feedback')], max_length=15)),
                ('pace', models.CharField(choices=[('at_once', 'At Once'), ('digest', 'Digest'), ('off', 'Off')], max_length=7)),
                ('since', models.DateTimeField()),
                ('told_until', models.DateTimeField()),
            ],
            options={
                'db_table': 'notice_choices',
                'constraints': [models.UniqueConstraint(fields=('user', 'kind'), name='notice_choices_once_each'), models.CheckConstraint(condition=models.Q(('kind__in', ['sale', 'refund', 'dispute', 'bounce', 'contact', 'last_seats', 'class_not_ready', 'feedback'])), name='notice_choices_kind_known'), models.CheckConstraint(condition=models.Q(('pace__in', ['at_once', 'digest', 'off'])), name='notice_choices_pace_known')],
            },
        ),
        migrations.CreateModel(
            name='SmsConsent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('phone', models.CharField(max_length=16)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sms_consents', to=settings.AUTH_USER_MODEL)),
                ('purchase_id', models.BigIntegerField(null=True)),
                ('source', models.CharField(max_length=32)),
                ('text_version', models.CharField(max_length=32)),
                ('granted_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('withdrawn_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'sms_consents',
                'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at__isnull', True)), fields=('phone', 'user', 'purchase_id'), name='sms_consents_one_each', nulls_distinct=False), models.CheckConstraint(condition=models.Q(('phone__regex', '^\\+[1-9][0-9]{6,14}$')), name='sms_consents_phone_e164')],
            },
        ),
        migrations.CreateModel(
            name='Suppression',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('EMAIL', 'Email'), ('SMS', 'Sms')], max_length=5)),
                ('address', models.CharField(max_length=255)),
                ('reason', models.CharField(max_length=32)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'suppressions',
                'constraints': [models.UniqueConstraint(models.F('channel'), django.db.models.functions.text.Lower('address'), name='suppressions_unique_address'), models.CheckConstraint(condition=models.Q(('channel__in', ['EMAIL', 'SMS'])), name='suppressions_channel_known')],
            },
        ),
    ]
